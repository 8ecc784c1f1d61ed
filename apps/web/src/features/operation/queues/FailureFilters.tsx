import { QUEUE_NAMES, QUEUE_TYPES } from "@malote/contract";
import { useSearchParams } from "react-router-dom";
import type { Failure, FailureFilter } from "../../../rpc/operator/operator-queries.ts";
import { operationTexts } from "../../../texts/operator/operation.ts";
import { CompactSelect } from "../../../ui/form/CompactSelect.tsx";
import { writeFailureField } from "./failure-params.ts";

const { falhas: texts } = operationTexts;

const KINDS = QUEUE_TYPES.map((value) => ({ value, label: QUEUE_NAMES[value] }));
const STATES = (["tentando", "desistiu"] as const).map((value) => ({ value, label: texts.estados[value] }));

/** Filters by queue, state and conta. The user selects a conta with a click on its row. */
export function FailureFilters(props: {
  filter: FailureFilter;
  falhas: readonly Failure[];
}): React.JSX.Element {
  const { filter, falhas } = props;
  const [params, setParams] = useSearchParams();
  const write = (field: "tipo" | "estado" | "conta", value: string): void =>
    setParams(writeFailureField(params, field, value));
  const conta = falhas.find(({ contaId }) => contaId === filter.contaId)?.conta;
  return (
    <>
      <CompactSelect
        label={texts.campoFila}
        value={filter.tipo ?? ""}
        options={[{ value: "", label: texts.todasFilas }, ...KINDS]}
        onChange={(value) => write("tipo", value)}
      />
      <CompactSelect
        label={texts.estado}
        value={filter.estado ?? ""}
        options={[{ value: "", label: texts.todas }, ...STATES]}
        onChange={(value) => write("estado", value)}
      />
      {filter.contaId && (
        <button type="button" className="acao-barra" onClick={() => write("conta", "")}>
          {texts.todasContas(conta ?? texts.estaConta)}
        </button>
      )}
    </>
  );
}
