import { drizzle } from "drizzle-orm/d1";
import * as schema from "./schema.ts";

/** The D1 database through drizzle; query files of this folder are its only users. */
export const database = (binding: D1Database) => drizzle(binding, { schema });
export type Database = ReturnType<typeof database>;
