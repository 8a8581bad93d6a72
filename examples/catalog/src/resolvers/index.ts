import { Category } from './category.ts'
import { Mutation } from './mutation.ts'
import { Product } from './product.ts'
import { Query } from './query.ts'
import { Review } from './review.ts'

export const resolvers = { Query, Mutation, Product, Category, Review }
