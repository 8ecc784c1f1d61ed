import * as z from "zod/mini";
import { PAGE_DEPTH_MAX, PAGE_SIZE_MAX } from "./limits.ts";
import { diaParam } from "./wire-dates.ts";

/** Page number, counted from 1, and page size. */
export const page = {
  currentPage: z.optional(z.int().check(z.positive(), z.maximum(PAGE_DEPTH_MAX))),
  pageSize: z.optional(z.int().check(z.positive(), z.maximum(PAGE_SIZE_MAX))),
};

/** A range of days, both ends included, in the zone of the conta's UF. */
export const listPeriod = z.strictObject({ de: diaParam, ate: diaParam });
