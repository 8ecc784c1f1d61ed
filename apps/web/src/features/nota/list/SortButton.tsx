import { NOTA_ORDERS } from "@malote/contract";
import type { NotaSortOrder } from "../../../rpc/documents/queries.ts";
import { filterTexts } from "../../../texts/lists/filters.ts";
import { notasTexts } from "../../../texts/lists/notas.ts";
import { SortMenu } from "../../../ui/list/SortMenu.tsx";

/** Menu of the four sort orders in the specification. */
export function SortButton(props: {
  sortOrder: NotaSortOrder;
  onChange: (sortOrder: NotaSortOrder) => void;
}): React.JSX.Element {
  const options = NOTA_ORDERS.map((value) => ({ value, label: notasTexts.ordens[value] }));
  return (
    <SortMenu
      label={filterTexts.ordenar}
      value={props.sortOrder}
      options={options}
      onChange={props.onChange}
    />
  );
}
