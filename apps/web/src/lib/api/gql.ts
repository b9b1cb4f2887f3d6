/** A GraphQL operation as text, with the types of its answer and of its variables (written by codegen.ts). */
export interface GraphqlDocument<Result, Variables> {
  readonly name: string;
  readonly source: string;
  /** Types only; never set. */
  readonly types?: (variables: Variables) => Result;
}

export function gql<Result, Variables>(name: string, source: string): GraphqlDocument<Result, Variables> {
  return { name, source };
}
