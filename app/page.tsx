import { redirect } from "next/navigation";
import { listAreas } from "@/app/list-areas";
import { findPage } from "@/lib/server/session";

export default async function Home() {
  const page = await findPage();
  if (!page) redirect("/sign-in");
  redirect(listAreas(page.person.roles).console ? "/console" : "/me");
}
