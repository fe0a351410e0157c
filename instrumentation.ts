/** Opens the database before the first request, so that a failure is seen at the start and not by a visitor. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { startServer } = await import("@/lib/server/start-server");
    const { seedDemo } = await import("@/lib/cli/demo/seed-demo");
    await startServer(seedDemo);
  }
}
