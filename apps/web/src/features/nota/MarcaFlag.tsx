import { formatDataHora } from "@malote/syntax";
import { marcas as textos } from "../../textos/marcas.ts";
import { Flag } from "../../ui/Flag.tsx";
import { estadoOf, type Marca, type Marcavel } from "./marcas.ts";

/** One flag of a row; its tooltip shows who set it and when. */
export function MarcaFlag(props: {
  nota: Marcavel;
  marca: Marca;
  zona: string;
  onToggle: (nota: Marcavel, marca: Marca) => void;
}): React.JSX.Element {
  const { nota, marca, zona, onToggle } = props;
  const { ligada } = estadoOf(nota, marca);
  return (
    <Flag
      ligada={ligada}
      rotulo={textos[marca].nome}
      dica={nota.quarentena ? textos.bloqueada : dicaOf(nota, marca, zona)}
      bloqueada={nota.quarentena}
      onToggle={() => onToggle(nota, marca)}
    />
  );
}

/** "Conferido por Marina Prado em 20/11/2026 09:58". */
export function dicaOf(nota: Marcavel, marca: Marca, zona: string): string {
  const { ligada, por, em } = estadoOf(nota, marca);
  if (!ligada) return textos[marca].falta;
  return textos[marca].dica(por ?? textos.alguem, em ? formatDataHora(em, zona) : "");
}
