import * as z from "zod/mini";
import { PAGE_DEPTH_MAX, PAGE_SIZE_MAX } from "./limits.ts";

/** Page, counted from 1, and its size. */
export const page = {
  currentPage: z.optional(z.int().check(z.positive(), z.maximum(PAGE_DEPTH_MAX))),
  pageSize: z.optional(z.int().check(z.positive(), z.maximum(PAGE_SIZE_MAX))),
};
