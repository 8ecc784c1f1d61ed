import { IconX } from "@tabler/icons-react";
import { filterTexts } from "../../texts/lists/filters.ts";
import classes from "../list/tags.module.css";

/** An active filter as a removable chip: "campo: valor ×". */
export function Chip(props: { field: string; value: string; onRemove: () => void }): React.JSX.Element {
  const { field, value, onRemove } = props;
  return (
    <li className={classes.ficha}>
      <span className={classes.fichaTexto}>
        {field}: <b>{value}</b>
      </span>
      <button
        type="button"
        className={classes.fichaTirar}
        aria-label={filterTexts.tirar(field, value)}
        onClick={onRemove}
      >
        <IconX size={14} stroke={1.8} aria-hidden="true" />
      </button>
    </li>
  );
}
