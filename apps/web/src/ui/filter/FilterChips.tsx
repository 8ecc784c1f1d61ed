import { Pill } from "@mantine/core";
import { filterTexts } from "../../texts/lists/filters.ts";
import classes from "./FilterChips.module.css";
import { chipsOf, emptyFilterOf, type FilterDesign, inputFieldOf, type NameOf } from "./filter-design.ts";

/**
 * The active filters as removable chips, "campo: valor ×", whose text opens their field in the form, and a
 * button that clears them or restores the default.
 */
export function FilterChips<F extends object>(props: {
  design: FilterDesign<F>;
  filter: F;
  defaults: F;
  nameOf?: NameOf | undefined;
  onChange: (filter: F) => void;
  /** Opens the form at a field. */
  onEdit: (field: string) => void;
}): React.JSX.Element {
  const { design, filter, defaults, nameOf, onChange, onEdit } = props;
  const chips = chipsOf(design, filter, nameOf);
  return (
    <>
      {chips.length > 0 && (
        <ul aria-label={filterTexts.lista} style={{ display: "contents" }}>
          {chips.map(({ name, field, value, without }) => (
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
                <ChipText field={field} value={value} input={inputFieldOf(design, name)} onEdit={onEdit} />
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

function ChipText(props: {
  field: string;
  value: string;
  input: string | null;
  onEdit: (field: string) => void;
}): React.JSX.Element {
  const { field, value, input, onEdit } = props;
  const text = (
    <>
      {field}: <b>{value}</b>
    </>
  );
  if (input === null) return text;
  return (
    <button
      type="button"
      className={classes.edit}
      aria-label={filterTexts.alterar(field, value)}
      onClick={() => onEdit(input)}
    >
      {text}
    </button>
  );
}
