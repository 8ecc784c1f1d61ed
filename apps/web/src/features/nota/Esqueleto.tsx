import { PAGE_SIZE } from "@malote/contract";
import { LinhasEsqueleto } from "../../ui/LinhasEsqueleto.tsx";

const LARGURAS = [16, 34, 20, 70, 112, 190, 20, 84, 78, 96, 60];

/** Rows of the height they will have, while the first ones come. */
export function ListaEsqueleto(): React.JSX.Element {
  return <LinhasEsqueleto linhas={PAGE_SIZE} larguras={LARGURAS} />;
}
