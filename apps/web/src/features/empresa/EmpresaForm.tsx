import { zodResolver } from "@hookform/resolvers/zod";
import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useEffect, useMemo } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { call } from "../../rpc/call.ts";
import { type Empresa, refreshEmpresas } from "../../rpc/empresas.ts";
import { explainFalha, Recusa } from "../../rpc/falhas.ts";
import { empresa as textos } from "../../textos/empresas.ts";
import { geral } from "../../textos/geral.ts";
import { DocPanes } from "../../ui/DocPage.tsx";
import { avisar, avisarFalha } from "../../ui/toast.tsx";
import { CAMPOS_NOVOS, type Campos, campoOf, schema, toCampos, toEmpresa } from "./campos.ts";
import { EmpresaCampos } from "./EmpresaCampos.tsx";
import classes from "./EmpresaForm.module.css";

type FormProps = {
  /** Null for a new company. */
  guardada: Empresa | null;
  /** Who may only look sees the fields and changes none. */
  gerente: boolean;
  onDirty: (dirty: boolean) => void;
  /** With the id that it was saved under. */
  onSalva: (id: string) => void;
  onCancelar: () => void;
  /** What is known of it, beside the form. */
  lado: React.ReactNode;
};

/** The form of a company beside its certificate and its walk. */
export function EmpresaForm(props: FormProps): React.JSX.Element {
  const { guardada, onDirty, lado } = props;
  const form = useEmpresaForm(guardada);
  const { isDirty } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  return (
    <DocPanes
      meio
      esquerda={
        <Formulario {...props} form={form}>
          <EmpresaCampos form={form} guardada={guardada} />
        </Formulario>
      }
      direita={
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className={classes.lado} tabIndex={0} aria-label={textos.lado}>
          {lado}
        </section>
      }
    />
  );
}

/** What was stored meanwhile comes into every field that nobody has written in. */
function useEmpresaForm(guardada: Empresa | null): UseFormReturn<Campos> {
  const stored = useMemo(() => (guardada ? toCampos(guardada) : CAMPOS_NOVOS), [guardada]);
  return useForm<Campos>({
    resolver: zodResolver(schema),
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
    const id = await save(campos, guardada, form);
    if (id !== null) onSalva(id);
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

/** @returns the id that it was saved under; null when it was not, and then what was wrong is on the screen */
async function save(
  campos: Campos,
  guardada: Empresa | null,
  form: UseFormReturn<Campos>,
): Promise<string | null> {
  try {
    const { object } = await call("Empresa.saveEmpresa", {
      empresa: toEmpresa(campos, guardada?.id ?? null),
    });
    await refreshEmpresas();
    const nome = campos.nome.trim();
    avisar(guardada ? textos.salva(nome) : textos.salvaNova(nome));
    return object.id;
  } catch (error) {
    const shown = error instanceof Recusa && showErros(error, form);
    if (!shown) avisarFalha(explainFalha(error));
    return null;
  }
}

/** Puts what the server refused under its fields. @returns whether any field had something to show */
function showErros(recusa: Recusa, form: UseFormReturn<Campos>): boolean {
  const known = recusa.erros.flatMap(({ campo, mensagem }) => {
    const name = campoOf(campo);
    return name ? [{ name, mensagem }] : [];
  });
  known.forEach(({ name, mensagem }, index) => {
    form.setError(name, { type: "server", message: mensagem }, { shouldFocus: index === 0 });
  });
  return known.length > 0;
}
