import { connection } from "next/server";
import { answerHealth } from "@/lib/server/readiness";

export async function GET(): Promise<Response> {
  await connection();
  return answerHealth();
}
