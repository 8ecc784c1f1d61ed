import { Badge } from "@mantine/core";
import { filterTexts } from "../../texts/lists/filters.ts";

/** The number of active filters, inside the filter button. */
export function FilterCount({ total }: { total: number }): React.JSX.Element | null {
  if (total === 0) return null;
  return (
    <Badge component="span" variant="filled">
      <span aria-hidden="true">{total}</span>
      <span className="vh"> {filterTexts.ativos(total)}</span>
    </Badge>
  );
}
