/** Build-time settings (see .env.example). */
interface ImportMetaEnv {
  /** Address of the GraphQL endpoint; empty: `/graphql` of the API (lib/api/api-host.ts). */
  readonly VITE_GRAPHQL_URL?: string;
  /** Comma-separated interface languages; empty: en,fr,nl. */
  readonly VITE_LANGUAGES?: string;
}
