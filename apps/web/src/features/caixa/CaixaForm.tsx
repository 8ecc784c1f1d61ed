import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useEffectEvent, useMemo } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { refreshCaixas } from "../../rpc/caixas.ts";
import { call } from "../../rpc/call.ts";
import { explainFalha, Recusa } from "../../rpc/falhas.ts";
import type { CaixaDetalhe } from "../../rpc/queries.ts";
import { caixa as textos } from "../../textos/caixas.ts";
import { FormPanes } from "../../ui/FormPanes.tsx";
import { avisar, avisarFalha } from "../../ui/toast.tsx";
import { CaixaCampos } from "./CaixaCampos.tsx";
import { CAMPOS_NOVOS, type Campos, schemaOf, toCaixa, toCampos } from "./campos.ts";
import { Diagnostico } from "./Diagnostico.tsx";
import { showErros, useProva } from "./prova.ts";
import { nomeOf } from "./saude.ts";

type FormProps = {
  /** Null for a new mailbox. */
  guardada: CaixaDetalhe | null;
  /** The form is read-only for users who are not managers. */
  gerente: boolean;
  zona: string;
  /** Tests the connection as soon as the form is shown. */
  testar: boolean;
  /** Called when that test starts, so that it is not requested again. */
  onTestar: () => void;
  onSalva: () => void;
  onCancelar: () => void;
  /** The health panel, above the connection test. */
  saude: React.ReactNode;
  /** Shown last on a phone. */
  fim: React.ReactNode;
};

/** The form of a mailbox, beside its connection test. */
export function CaixaForm(props: FormProps): React.JSX.Element {
  const { guardada, gerente, zona, saude, fim } = props;
  const form = useCaixaForm(guardada);
  const prova = useProva(form, guardada?.id ?? null);
  const { isDirty, isSubmitting } = form.formState;
  const testAtOnce = useEffectEvent(() => {
    if (!props.testar) return;
    props.onTestar();
    if (gerente) void prova.testar();
  });
  useEffect(() => testAtOnce(), []);
  const confiar = (impressao: string): void => {
    form.setValue("certificadoFixado", impressao, { shouldDirty: true });
    void prova.testar();
  };
  const recusouSenha =
    prova.estado.fase === "feita" &&
    prova.estado.prova.passos.some(({ passo, ok }) => passo === "entrada" && !ok);

  const submit = form.handleSubmit(async (campos) => {
    if (await save(campos, guardada, form)) props.onSalva();
  });
  const lado = (
    <>
      {saude}
      {gerente && (
        <Diagnostico
          estado={prova.estado}
          conexao={form.getValues()}
          zona={zona}
          onTestar={() => void prova.testar()}
          onConfiar={confiar}
        />
      )}
      {fim}
    </>
  );
  return (
    <FormPanes
      impedido={gerente ? null : textos.soAdministrador}
      onSubmit={submit}
      pe={{
        salvar: textos.salvar,
        nota: isDirty ? textos.naoSalvas : guardada ? textos.nadaMudou : "",
        isDirty,
        isSubmitting,
        onCancelar: props.onCancelar,
      }}
      lado={{ rotulo: textos.lado, conteudo: lado }}
    >
      <CaixaCampos form={form} guardada={guardada} gerente={gerente} recusouSenha={recusouSenha} />
    </FormPanes>
  );
}

/** Newly stored values update every field that the user has not edited. */
function useCaixaForm(guardada: CaixaDetalhe | null): UseFormReturn<Campos> {
  const stored = useMemo(() => (guardada ? toCampos(guardada) : CAMPOS_NOVOS), [guardada]);
  return useForm<Campos>({
    resolver: zodResolver(schemaOf(guardada)),
    mode: "onTouched",
    defaultValues: stored,
    values: stored,
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  });
}

/** @returns whether it was saved; otherwise the errors are on screen */
async function save(
  campos: Campos,
  guardada: CaixaDetalhe | null,
  form: UseFormReturn<Campos>,
): Promise<boolean> {
  try {
    await call("CaixaEmail.saveCaixaEmail", { caixaEmail: toCaixa(campos, guardada?.id ?? null) });
    await refreshCaixas();
    const nome = nomeOf({ descricao: campos.descricao.trim(), usuario: campos.usuario.trim() });
    avisar(guardada ? textos.salva(nome) : textos.salvaNova(nome));
    return true;
  } catch (error) {
    const shown = error instanceof Recusa && showErros(error, form);
    if (!shown) avisarFalha(explainFalha(error));
    return false;
  }
}
