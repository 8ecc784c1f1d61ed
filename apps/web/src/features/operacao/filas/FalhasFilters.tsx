import { FILA_NOMES, FILA_TIPOS } from "@malote/contract";
import { useSearchParams } from "react-router-dom";
import type { Falha, FalhaFilter } from "../../../rpc/operador.ts";
import { operacao } from "../../../textos/operacao.ts";
import { CompactSelect } from "../../../ui/CompactSelect.tsx";
import { writeFalhaField } from "./falha-filter.ts";

const { falhas: textos } = operacao;

const KINDS = FILA_TIPOS.map((value) => ({ value, label: FILA_NOMES[value] }));
const STATES = (["tentando", "desistiu"] as const).map((value) => ({ value, label: textos.estados[value] }));

/** Filters by queue, state and conta. The user selects a conta with a click on its row. */
export function FalhasFilters(props: { filter: FalhaFilter; falhas: readonly Falha[] }): React.JSX.Element {
  const { filter, falhas } = props;
  const [params, setParams] = useSearchParams();
  const write = (field: "tipo" | "estado" | "conta", value: string): void =>
    setParams(writeFalhaField(params, field, value));
  const conta = falhas.find(({ contaId }) => contaId === filter.contaId)?.conta;
  return (
    <>
      <CompactSelect
        label={textos.campoFila}
        value={filter.tipo ?? ""}
        options={[{ value: "", label: textos.todasFilas }, ...KINDS]}
        onChange={(value) => write("tipo", value)}
      />
      <CompactSelect
        label={textos.estado}
        value={filter.estado ?? ""}
        options={[{ value: "", label: textos.todas }, ...STATES]}
        onChange={(value) => write("estado", value)}
      />
      {filter.contaId && (
        <button type="button" className="acao-barra" onClick={() => write("conta", "")}>
          {textos.todasContas(conta ?? textos.estaConta)}
        </button>
      )}
    </>
  );
}
