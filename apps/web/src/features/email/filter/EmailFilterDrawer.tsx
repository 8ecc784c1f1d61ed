import { dayInZone } from "@malote/syntax";
import { useTimeZone } from "../../../rpc/session/current-user.ts";
import { filterFormTexts as t } from "../../../texts/lists/filter-form.ts";
import { FilterDrawer } from "../../../ui/filter/FilterDrawer.tsx";
import { EmailFilterForm } from "./EmailFilterForm.tsx";
import type { ListFilter } from "./email-filter.ts";

/** The filter in a drawer beside the list. */
export function EmailFilterDrawer(props: {
  opened: boolean;
  onClose: () => void;
  filter: ListFilter;
  onChange: (filter: ListFilter) => void;
}): React.JSX.Element {
  const { opened, onClose, filter, onChange } = props;
  const timeZone = useTimeZone();
  return (
    <FilterDrawer title={t.titulos.emails} opened={opened} onClose={onClose}>
      {(onDirty, onCancel) => (
        <EmailFilterForm
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
