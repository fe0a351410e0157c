import { defineConfig } from "drizzle-kit";

/** `npx drizzle-kit generate --config lib/store/drizzle.config.ts --name <verb>_<what>` */
export default defineConfig({
  dialect: "postgresql",
  schema: "./lib/store/schema/*.ts",
  out: "./drizzle",
});
