import { NOTA_ORDERS } from "@malote/contract";
import type { NotaOrdem } from "../../rpc/queries.ts";
import { filtros } from "../../textos/filtros.ts";
import { notas } from "../../textos/notas.ts";
import { OrdemMenu } from "../../ui/OrdemMenu.tsx";

/** Menu of the four sort orders in the specification. */
export function OrdemBotao(props: {
  ordem: NotaOrdem;
  onChange: (ordem: NotaOrdem) => void;
}): React.JSX.Element {
  const opcoes = NOTA_ORDERS.map((valor) => ({ valor, rotulo: notas.ordens[valor] }));
  return <OrdemMenu rotulo={filtros.ordenar} valor={props.ordem} opcoes={opcoes} onChange={props.onChange} />;
}
