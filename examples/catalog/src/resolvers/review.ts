import type { Context } from '../context.ts'
import type { Author } from '../loaders/author.ts'
import type { Review as Row } from '../loaders/reviews.ts'

export const Review = {
  createdAt({ createdAt }: Row): string {
    return createdAt.toISOString()
  },

  author({ authorId }: Row, _: unknown, { loaders }: Context): Promise<Author | null> {
    return loaders.authors.load(authorId)
  },
}
