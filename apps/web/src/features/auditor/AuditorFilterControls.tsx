import { useQuery } from "@tanstack/react-query";
import { empresasQuery } from "../../rpc/conta/empresas.ts";
import { filterTexts } from "../../texts/lists/filters.ts";
import { Chip } from "../../ui/filter/Chip.tsx";
import { FilterTrigger } from "../../ui/filter/FilterTrigger.tsx";
import { AuditorFilterDrawer } from "./AuditorFilterDrawer.tsx";
import { chipsOf, DEFAULT_FILTER, EMPTY_FILTER, type ListFilter } from "./list-filter.ts";

type Props = { filter: ListFilter; onChange: (filter: ListFilter) => void };

/** Button that opens the drawer with the whole filter. */
export function AuditorFilterButton(props: Props): React.JSX.Element {
  return (
    <FilterTrigger total={chipsOf(props.filter, () => undefined).length}>
      {(opened, onClose) => <AuditorFilterDrawer {...props} opened={opened} onClose={onClose} />}
    </FilterTrigger>
  );
}

/** The active filters as removable chips. */
export function AuditorFilterChips({ filter, onChange }: Props): React.JSX.Element {
  const { data: empresas = [] } = useQuery({ ...empresasQuery, enabled: filter.empresa !== "" });
  const chips = chipsOf(filter, (id) => empresas.find((empresa) => empresa.id === id)?.nome);
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
