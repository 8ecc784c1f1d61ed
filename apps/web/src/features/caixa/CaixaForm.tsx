import { zodResolver } from "@hookform/resolvers/zod";
import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useMemo } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { refreshCaixas } from "../../rpc/caixas.ts";
import { call } from "../../rpc/call.ts";
import { explainFalha, Recusa } from "../../rpc/falhas.ts";
import type { CaixaDetalhe } from "../../rpc/queries.ts";
import { caixa as textos } from "../../textos/caixas.ts";
import { geral } from "../../textos/geral.ts";
import { DocPanes } from "../../ui/DocPage.tsx";
import { avisar, avisarFalha } from "../../ui/toast.tsx";
import { CaixaCampos } from "./CaixaCampos.tsx";
import classes from "./CaixaForm.module.css";
import { CAMPOS_NOVOS, type Campos, schemaOf, toCaixa, toCampos } from "./campos.ts";
import { Diagnostico } from "./Diagnostico.tsx";
import { showErros, useProva } from "./prova.ts";
import { nomeOf } from "./saude.ts";

type FormProps = {
  /** Null for a new mailbox. */
  guardada: CaixaDetalhe | null;
  /** Who may only look sees the fields and changes none. */
  gerente: boolean;
  zona: string;
  /** Test the connection as soon as the form is there. */
  testar: boolean;
  /** It is being tested, and need not be asked for again. */
  onTestar: () => void;
  onDirty: (dirty: boolean) => void;
  onSalva: () => void;
  onCancelar: () => void;
  /** What is known of its health, above the connection test. */
  saude: React.ReactNode;
  /** The last thing on a phone. */
  fim: React.ReactNode;
};

/** The form of a mailbox beside the test of its connection. */
export function CaixaForm(props: FormProps): React.JSX.Element {
  const { guardada, gerente, zona, saude, fim } = props;
  const form = useCaixaForm(guardada);
  const prova = useProva(form, guardada?.id ?? null);
  const { isDirty } = form.formState;
  const { onDirty } = props;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
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

  return (
    <DocPanes
      meio
      esquerda={
        <Formulario {...props} form={form}>
          <CaixaCampos form={form} guardada={guardada} recusouSenha={recusouSenha} />
        </Formulario>
      }
      direita={
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className={classes.lado} tabIndex={0} aria-label={textos.lado}>
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
        </section>
      }
    />
  );
}

/** What was stored meanwhile comes into every field that nobody has written in. */
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

function Formulario(
  props: FormProps & { form: UseFormReturn<Campos>; children: React.ReactNode },
): React.JSX.Element {
  const { form, guardada, gerente, onSalva, onCancelar, children } = props;
  const { isDirty, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (campos) => {
    if (await save(campos, guardada, form)) onSalva();
  });
  return (
    <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      {/* What scrolls must be reachable by keyboard, also where no field of it is. */}
      <div className={classes.corpo} tabIndex={gerente ? -1 : 0}>
        {!gerente && (
          <p className={classes.aviso}>
            <IconLock size={16} stroke={1.6} aria-hidden="true" />
            {textos.soAdministrador}
          </p>
        )}
        <fieldset className={classes.campos} disabled={!gerente}>
          {children}
        </fieldset>
      </div>
      {gerente && (
        <footer className={classes.pe}>
          <Button type="submit" disabled={!isDirty} loading={isSubmitting}>
            {textos.salvar}
          </Button>
          <Button variant="default" onClick={onCancelar}>
            {geral.cancelar}
          </Button>
          <span>{isDirty ? textos.naoSalvas : guardada ? textos.nadaMudou : ""}</span>
        </footer>
      )}
    </form>
  );
}

/** @returns whether it was saved; when not, what was wrong is on the screen */
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
