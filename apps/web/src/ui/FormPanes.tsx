import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { geral } from "../textos/geral.ts";
import { DocPanes } from "./DocPage.tsx";
import classes from "./FormPanes.module.css";
import { Formulario as Form } from "./Formulario.tsx";

/** Content and actions of a form's footer. */
export type FormPe = {
  salvar: string;
  /** Text beside the buttons: what was changed. */
  nota: string;
  isDirty: boolean;
  isSubmitting: boolean;
  onCancelar: () => void;
};

/** A full-page form: fields beside related facts, footer pinned. Users who may not edit see why. */
export function FormPanes(props: {
  /** Null when the user may edit; else the sentence that says who may. */
  impedido: string | null;
  onSubmit: () => Promise<void>;
  pe: FormPe;
  lado: { rotulo: string; conteudo: React.ReactNode };
  children: React.ReactNode;
}): React.JSX.Element {
  const { lado } = props;
  return (
    <DocPanes
      meio
      esquerda={<Formulario {...props} />}
      direita={
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        <section className={classes.lado} tabIndex={0} aria-label={lado.rotulo}>
          {lado.conteudo}
        </section>
      }
    />
  );
}

function Formulario(props: {
  impedido: string | null;
  onSubmit: () => Promise<void>;
  pe: FormPe;
  children: React.ReactNode;
}): React.JSX.Element {
  const { impedido, onSubmit, pe, children } = props;
  return (
    <Form
      className={classes.form}
      alterado={impedido === null && pe.isDirty}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {/* A scrolling area must be reachable by keyboard, also when all its fields are disabled. */}
      <div className={classes.corpo} tabIndex={impedido === null ? -1 : 0}>
        {impedido !== null && (
          <p className={classes.aviso}>
            <IconLock size={16} stroke={1.6} aria-hidden="true" />
            {impedido}
          </p>
        )}
        <fieldset className={classes.campos} disabled={impedido !== null}>
          {children}
        </fieldset>
      </div>
      {impedido === null && (
        <footer className={classes.pe}>
          <Button type="submit" disabled={!pe.isDirty} loading={pe.isSubmitting}>
            {pe.salvar}
          </Button>
          <Button variant="default" onClick={pe.onCancelar}>
            {geral.cancelar}
          </Button>
          <span>{pe.nota}</span>
        </footer>
      )}
    </Form>
  );
}
