import { notas as textos } from "../../textos/notas.ts";
import tags from "../../ui/tags.module.css";

/** Says that no empresa of the conta takes part in the document; nothing when one does. */
export function TerceirosTag({ nota }: { nota: { terceiros: boolean } }): React.JSX.Element | null {
  if (!nota.terceiros) return null;
  return (
    <span className={tags.tipo} title={textos.deTerceirosDica}>
      {textos.deTerceiros}
    </span>
  );
}
