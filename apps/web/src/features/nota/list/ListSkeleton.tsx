import { PAGE_SIZE } from "@malote/contract";
import { RowsSkeleton } from "../../../ui/list/RowsSkeleton.tsx";

const WIDTHS = [16, 34, 20, 70, 112, 190, 20, 84, 78, 96, 60];

/** Placeholder rows of the final height, shown until the first page arrives. */
export function ListSkeleton(): React.JSX.Element {
  return <RowsSkeleton rows={PAGE_SIZE} widths={WIDTHS} />;
}
