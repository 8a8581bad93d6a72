/** What a client may ask for. What it may not is refused with the argument's name and its bounds. */
import { GraphQLError } from 'graphql'

export function checkRange(argument: string, value: number, least: number, most: number): void {
  if (value < least || value > most)
    refuse(`${argument} has to be from ${least} to ${most}, and was ${value}.`)
}

export function checkLength(argument: string, text: string, least: number, most: number): void {
  if (text.length < least || text.length > most || text.includes('\0')) {
    refuse(`${argument} has to be a text of ${least} to ${most} characters.`)
  }
}

export function refuse(message: string): never {
  throw new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } })
}

export function notFound(message: string): never {
  throw new GraphQLError(message, { extensions: { code: 'NOT_FOUND' } })
}
