import * as z from "zod/mini";
import { PAGE_DEPTH_MAX, PAGE_SIZE_MAX } from "./limits.ts";
import { diaParam } from "./wire-dates.ts";

/** Page, counted from 1, and its size. */
export const page = {
  currentPage: z.optional(z.int().check(z.positive(), z.maximum(PAGE_DEPTH_MAX))),
  pageSize: z.optional(z.int().check(z.positive(), z.maximum(PAGE_SIZE_MAX))),
};

/** Days from one to another, both included, in the zone of the conta's UF. */
export const periodo = z.strictObject({ de: diaParam, ate: diaParam });
