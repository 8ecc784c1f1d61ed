import { useQuery } from "@tanstack/react-query";
import { useZona } from "../../../rpc/atual.ts";
import { explainFalha } from "../../../rpc/falhas.ts";
import { operatorStateQuery } from "../../../rpc/operador.ts";
import { operacao } from "../../../textos/operacao.ts";
import { AbaPage } from "../../../ui/AbaPage.tsx";
import { LinhasEsqueleto } from "../../../ui/LinhasEsqueleto.tsx";
import { FilasTable } from "../FilasTable.tsx";
import { UpdatedOf } from "../Updated.tsx";
import { FilasTabs } from "./FilasTabs.tsx";

const { filas: textos } = operacao;

/** All queues of the installation. */
export function FilasTab(): React.JSX.Element {
  const query = useQuery(operatorStateQuery);
  return (
    <AbaPage
      titulo={textos.titulo}
      cabecalho={textos.titulo}
      total={({ filas }) => textos.total(filas.length)}
      pedido={query}
      falha={explainFalha}
      zona={useZona()}
      abas={<FilasTabs active="filas" />}
      dicas={<UpdatedOf query={query} />}
      esqueleto={<LinhasEsqueleto linhas={11} larguras={[160, 60, 60, 60, 40, 80]} />}
    >
      {({ filas }) => <FilasTable filas={filas} />}
    </AbaPage>
  );
}
