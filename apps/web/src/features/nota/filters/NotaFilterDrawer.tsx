import { dayInZone } from "@malote/syntax";
import { useLocation } from "react-router-dom";
import { useTimeZone } from "../../../rpc/session/current-user.ts";
import { filterFormTexts as t } from "../../../texts/lists/filter-form.ts";
import { FilterDrawer } from "../../../ui/filter/FilterDrawer.tsx";
import { NotaFilterForm } from "./NotaFilterForm.tsx";
import type { ListFilter } from "./nota-filter.ts";

/** Drawer with the filter of a list of documents. */
export function NotaFilterDrawer(props: {
  opened: boolean;
  onClose: () => void;
  filter: ListFilter;
  onChange: (filter: ListFilter) => void;
}): React.JSX.Element {
  const { opened, onClose, filter, onChange } = props;
  const { pathname } = useLocation();
  const timeZone = useTimeZone();
  const lista = pathname === "/dfe_emitidos" ? "dfe_emitidos" : "dfe_recebidos";
  return (
    <FilterDrawer title={t.titulos[lista]} opened={opened} onClose={onClose}>
      {(onDirty, onCancel) => (
        <NotaFilterForm
          side={lista === "dfe_emitidos" ? "S" : "E"}
          today={dayInZone(new Date(), timeZone)}
          filter={filter}
          onDirty={onDirty}
          onCancel={onCancel}
          onApply={(next) => {
            onClose();
            onChange(next);
          }}
        />
      )}
    </FilterDrawer>
  );
}
