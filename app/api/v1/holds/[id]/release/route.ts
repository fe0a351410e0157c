import { mountRoute } from "@/lib/server/dispatch";

export const { GET, POST, PUT, PATCH, DELETE } = mountRoute("/holds/{id}/release");
