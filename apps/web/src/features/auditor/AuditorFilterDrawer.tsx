import { dayInZone } from "@malote/syntax";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { filterFormTexts as t } from "../../texts/lists/filter-form.ts";
import { FilterDrawer } from "../../ui/filter/FilterDrawer.tsx";
import { AuditorFilterForm } from "./AuditorFilterForm.tsx";
import type { ListFilter } from "./list-filter.ts";

/** Drawer with the filter of the auditor's list. */
export function AuditorFilterDrawer(props: {
  opened: boolean;
  onClose: () => void;
  filter: ListFilter;
  onChange: (filter: ListFilter) => void;
}): React.JSX.Element {
  const { opened, onClose, filter, onChange } = props;
  const timeZone = useTimeZone();
  return (
    <FilterDrawer title={t.titulos.auditor} opened={opened} onClose={onClose}>
      {(onDirty, onCancel) => (
        <AuditorFilterForm
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
