/** Build-time settings (see .env.example). */
interface ImportMetaEnv {
  /** Origin of the REST API; empty: same origin. */
  readonly VITE_API_HOST?: string;
  /** Address of the GraphQL endpoint; empty: `/graphql`. */
  readonly VITE_GRAPHQL_URL?: string;
  /** Comma-separated interface languages; empty: en,fr,nl. */
  readonly VITE_LANGUAGES?: string;
}
