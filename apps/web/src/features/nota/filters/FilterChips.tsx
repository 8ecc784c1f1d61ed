import { useEffect, useState } from "react";
import { queryClient } from "../../../rpc/call/query-client.ts";
import { empresasQuery } from "../../../rpc/conta/empresas.ts";
import { filterTexts } from "../../../texts/lists/filters.ts";
import { Chip } from "../../../ui/filter/Chip.tsx";
import { chipsOf, defaultFilter, emptyFilter, type ListFilter, type ListTab } from "./nota-filter.ts";

/** The active filters as removable chips, and a button that clears them or restores the default. */
export function FilterChips(props: {
  filter: ListFilter;
  tab: ListTab;
  onChange: (filter: ListFilter) => void;
}): React.JSX.Element {
  const { filter, tab, onChange } = props;
  const empresa = useEmpresaName(filter.empresa);
  const chips = chipsOf(filter, () => empresa);
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
      {chips.length > 0 ? (
        <button type="button" className="acao-barra" onClick={() => onChange(emptyFilter())}>
          {filterTexts.limpar}
        </button>
      ) : (
        <button type="button" className="acao-barra" onClick={() => onChange(defaultFilter(tab))}>
          {filterTexts.padrao}
        </button>
      )}
    </>
  );
}

/**
 * Name of the company in the filter. The list of companies is fetched only if the filter has a
 * company.
 */
function useEmpresaName(id: string): string {
  const [name, setName] = useState("…");
  useEffect(() => {
    if (id === "") return;
    let unmounted = false;
    void queryClient
      .fetchQuery(empresasQuery)
      .then((empresas) => {
        if (!unmounted) setName(empresas.find((empresa) => empresa.id === id)?.nome ?? "…");
      })
      // Without the name, the chip shows "…" and still removes the filter.
      .catch(() => undefined);
    return () => {
      unmounted = true;
    };
  }, [id]);
  return name;
}
