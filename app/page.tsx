import { redirect } from "next/navigation";
import { listAreas } from "@/app/list-areas";
import { getRuntime } from "@/lib/server/runtime";
import { findPage } from "@/lib/server/session";
import { isFounded } from "@/lib/server/is-founded";

export default async function Home() {
  const page = await findPage();
  if (!page) {
    const runtime = await getRuntime();
    // With neither an organisation nor the demo there is nobody who could sign in.
    redirect(runtime.demo || (await isFounded()) ? "/sign-in" : "/welcome");
  }
  redirect(listAreas(page.person.roles).console ? "/console" : "/me");
}
