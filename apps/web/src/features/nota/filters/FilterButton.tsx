import { lazy } from "react";
import { FilterTrigger } from "../../../ui/filter/FilterTrigger.tsx";
import { chipsOf, type ListFilter } from "./nota-filter.ts";

const NotaFilterDrawer = lazy(async () => ({
  default: (await import("./NotaFilterDrawer.tsx")).NotaFilterDrawer,
}));

/** Button that opens the drawer with the whole filter. */
export function FilterButton(props: {
  filter: ListFilter;
  onChange: (filter: ListFilter) => void;
}): React.JSX.Element {
  return (
    <FilterTrigger total={chipsOf(props.filter).length}>
      {(opened, onClose) => <NotaFilterDrawer {...props} opened={opened} onClose={onClose} />}
    </FilterTrigger>
  );
}
