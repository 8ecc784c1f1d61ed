import { IconX } from "@tabler/icons-react";
import { filterTexts } from "../../texts/lists/filters.ts";
import classes from "../list/tags.module.css";
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
            <li key={field} className={classes.ficha}>
              <span className={classes.fichaTexto}>
                {field}: <b>{value}</b>
              </span>
              <button
                type="button"
                className={classes.fichaTirar}
                aria-label={filterTexts.tirar(field, value)}
                onClick={() => onChange(without)}
              >
                <IconX size={14} stroke={1.8} aria-hidden="true" />
              </button>
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
