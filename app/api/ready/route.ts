import { connection } from "next/server";
import { answerReady } from "@/lib/server/readiness";

export async function GET(): Promise<Response> {
  await connection();
  return answerReady();
}
