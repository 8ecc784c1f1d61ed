import { IconX } from "@tabler/icons-react";
import { filtros } from "../textos/filtros.ts";
import classes from "./tags.module.css";

/** An active filter as a removable chip: "campo: valor ×". */
export function Chip(props: { campo: string; valor: string; onRemove: () => void }): React.JSX.Element {
  const { campo, valor, onRemove } = props;
  return (
    <li className={classes.ficha}>
      <span className={classes.fichaTexto}>
        {campo}: <b>{valor}</b>
      </span>
      <button
        type="button"
        className={classes.fichaTirar}
        aria-label={filtros.tirar(campo, valor)}
        onClick={onRemove}
      >
        <IconX size={14} stroke={1.8} aria-hidden="true" />
      </button>
    </li>
  );
}
