import { Pill } from "@mantine/core";
import { filterTexts } from "../../texts/lists/filters.ts";
import { chipsOf, emptyFilterOf, type FilterDesign, type NameOf } from "./filter-design.ts";

/**
 * The active filters as removable chips, "campo: valor ×", and a button that clears them or restores the
 * default.
 */
export function FilterChips<F extends object>(props: {
  design: FilterDesign<F>;
  filter: F;
  defaults: F;
  nameOf?: NameOf | undefined;
  onChange: (filter: F) => void;
}): React.JSX.Element {
  const { design, filter, defaults, nameOf, onChange } = props;
  const chips = chipsOf(design, filter, nameOf);
  return (
    <>
      {chips.length > 0 && (
        <ul aria-label={filterTexts.lista} style={{ display: "contents" }}>
          {chips.map(({ field, value, without }) => (
            <li key={field}>
              <Pill
                withRemoveButton
                onRemove={() => onChange(without)}
                // Mantine expects the Backspace key of a field in place of the button.
                removeButtonProps={{
                  "aria-label": filterTexts.tirar(field, value),
                  "aria-hidden": undefined,
                  tabIndex: 0,
                }}
              >
                {field}: <b>{value}</b>
              </Pill>
            </li>
          ))}
        </ul>
      )}
      <button
        type="button"
        className="acao-barra"
        onClick={() => onChange(chips.length > 0 ? emptyFilterOf(design) : defaults)}
      >
        {chips.length > 0 ? filterTexts.limpar : filterTexts.padrao}
      </button>
    </>
  );
}
