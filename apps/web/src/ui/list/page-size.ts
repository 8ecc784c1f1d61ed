import { PAGE_SIZE } from "@malote/contract";
import { type Owner, useStored } from "../state/stored-value.ts";

/** The rows of a page that a user may choose; the first is the default. */
export const PAGE_SIZES = [PAGE_SIZE, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

/** The choices as texts. */
export const PAGE_SIZE_OPTIONS = PAGE_SIZES.map(String);
export const PAGE_SIZE_TEXTS = Object.fromEntries(PAGE_SIZE_OPTIONS.map((size) => [size, size]));

const STORED_NAME = "linhas-por-pagina";

/** How many rows a page of documents has, as the user chose it. */
export function usePageSize(owner: Owner | null): [PageSize, (size: PageSize) => void] {
  return useStored(STORED_NAME, owner, readPageSize);
}

function readPageSize(value: unknown): PageSize {
  return PAGE_SIZES.find((size) => size === value) ?? PAGE_SIZE;
}
