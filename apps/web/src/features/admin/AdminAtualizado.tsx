import { useZona } from "../../rpc/atual.ts";
import { administracao as textos } from "../../textos/admin.ts";
import { formatHora } from "../../ui/quando.ts";
import classes from "./AdminAtualizado.module.css";

/** When the list on screen was last asked for. */
export function AdminAtualizado({ em }: { em: number }): React.JSX.Element {
  const zona = useZona();
  return <p className={`${classes.atualizado} num`}>{textos.atualizado(formatHora(new Date(em), zona))}</p>;
}
