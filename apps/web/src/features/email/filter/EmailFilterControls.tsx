import { filterTexts } from "../../../texts/lists/filters.ts";
import { Chip } from "../../../ui/filter/Chip.tsx";
import { FilterTrigger } from "../../../ui/filter/FilterTrigger.tsx";
import { EmailFilterDrawer } from "./EmailFilterDrawer.tsx";
import { chipsOf, DEFAULT_FILTER, EMPTY_FILTER, type ListFilter } from "./email-filter.ts";

/** The button that opens the complete filter. */
export function EmailFilterButton(props: {
  filter: ListFilter;
  onChange: (filter: ListFilter) => void;
}): React.JSX.Element {
  return (
    <FilterTrigger total={chipsOf(props.filter).length}>
      {(opened, onClose) => <EmailFilterDrawer {...props} opened={opened} onClose={onClose} />}
    </FilterTrigger>
  );
}

/** The active filters, each with a button to remove it. */
export function EmailFilterChips(props: {
  filter: ListFilter;
  onChange: (filter: ListFilter) => void;
}): React.JSX.Element {
  const { filter, onChange } = props;
  const chips = chipsOf(filter);
  return (
    <>
      {chips.length > 0 && (
        <ul aria-label={filterTexts.lista} style={{ display: "contents" }}>
          {chips.map((chip) => (
            <Chip
              key={chip.field}
              field={chip.field}
              value={chip.value}
              onRemove={() => onChange(chip.without)}
            />
          ))}
        </ul>
      )}
      <button
        type="button"
        className="acao-barra"
        onClick={() => onChange(chips.length > 0 ? EMPTY_FILTER : DEFAULT_FILTER)}
      >
        {chips.length > 0 ? filterTexts.limpar : filterTexts.padrao}
      </button>
    </>
  );
}
