import { defineConfig } from "prisma/config";

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  // `generate` and `validate` never connect: an unreachable address is enough.
  datasource: { url: process.env.DATABASE_URL ?? "postgresql://127.0.0.1:1/none" },
});
