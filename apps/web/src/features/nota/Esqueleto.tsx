import { PAGE_SIZE } from "@malote/contract";
import { LinhasEsqueleto } from "../../ui/LinhasEsqueleto.tsx";

const LARGURAS = [16, 34, 20, 70, 112, 190, 20, 84, 78, 96, 60];

/** Placeholder rows of the final height, shown until the first page arrives. */
export function ListaEsqueleto(): React.JSX.Element {
  return <LinhasEsqueleto linhas={PAGE_SIZE} larguras={LARGURAS} />;
}
