import { Button } from "@mantine/core";
import { useEffect, useId, useState } from "react";
import { type FieldValues, type Path, type PathValue, useForm, useWatch } from "react-hook-form";
import { filtroForm as t } from "../textos/filtro-form.ts";
import { filtros } from "../textos/filtros.ts";
import classes from "./FiltroForm.module.css";
import { FiltroTotal } from "./FiltroTotal.tsx";
import { Formulario } from "./Formulario.tsx";

const PERGUNTA = { ...t.abandonar, destrutiva: true };

/** Error messages by field. */
export type Erros = Partial<Record<string, string>>;

/** Value, handlers and error of one field, for the component that renders it. */
export type Ligacao<V> = {
  valor: V;
  onChange: (valor: V) => void;
  onBlur: () => void;
  erro: string | undefined;
};

/** Adapts a field with a fixed set of values to a select, which returns only values it was given. */
export function emTexto<V extends string>(ligacao: Ligacao<V>): Ligacao<string> {
  return { ...ligacao, onChange: (valor) => ligacao.onChange(valor as V) };
}

/** Access of the field groups to the form. */
export type Ligar<C> = {
  campo: <N extends keyof C>(nome: N) => Ligacao<C[N]>;
  /** Error of one part of a field that has several. */
  erroDe: (nome: keyof C, lado: string, completo: boolean) => string | undefined;
  put: (part: Partial<C>) => void;
};

/**
 * The form definition of a list's filter: conversion to and from fields, validation, and the fields in
 * groups.
 */
export type FiltroDesenho<F, C> = {
  livre: F;
  toCampos: (filtro: F) => C;
  /** Reads the fields; an incomplete value restricts nothing. */
  toFiltro: (campos: C) => F;
  check: (campos: C) => Erros;
  countCampos: (filtro: F, nomes: readonly (keyof F)[]) => number;
  grupos: readonly {
    titulo: string;
    nomes: readonly (keyof F)[];
    desenho: (ligar: Ligar<C>) => React.ReactNode;
  }[];
};

/** The form of a filter, on its own page (`largo`) or in a panel beside its list. */
export function FiltroForm<F extends object, C extends FieldValues>(props: {
  filtro: F;
  desenho: FiltroDesenho<F, C>;
  largo?: boolean;
  onAplicar: (filtro: F) => void;
  onCancelar: () => void;
  /** For a panel, which asks for confirmation before it closes. */
  onDirty?: ((dirty: boolean) => void) | undefined;
}): React.JSX.Element {
  const { filtro, desenho, largo = false, onAplicar, onCancelar, onDirty } = props;
  const { ligar, atual, isDirty, isCerto, limpar } = useFiltroForm(filtro, desenho);
  useEffect(() => onDirty?.(isDirty), [isDirty, onDirty]);
  const total = desenho.countCampos(atual, Object.keys(atual) as (keyof F)[]);
  return (
    <Formulario
      className={classes.form}
      data-largo={largo || undefined}
      alterado={isDirty}
      pergunta={PERGUNTA}
      onSubmit={(event) => {
        event.preventDefault();
        if (isDirty && isCerto) onAplicar(atual);
      }}
    >
      <div className={classes.corpo}>
        <div className={classes.grupos}>
          {desenho.grupos.map(({ titulo, nomes, desenho: desenhar }) => (
            <Grupo key={titulo} titulo={titulo} ativos={desenho.countCampos(atual, nomes)}>
              {desenhar(ligar)}
            </Grupo>
          ))}
        </div>
      </div>
      <footer className={classes.pe}>
        <Button type="submit" disabled={!isDirty || !isCerto}>
          {t.aplicar}
        </Button>
        <Button variant="default" disabled={total === 0} onClick={limpar}>
          {filtros.limpar}
        </Button>
        {largo && (
          <Button variant="subtle" onClick={onCancelar}>
            {t.voltar}
          </Button>
        )}
        <span className={classes.nota} role="status">
          {t.ativos(total)}
        </span>
      </footer>
    </Formulario>
  );
}

function Grupo(props: { titulo: string; ativos: number; children: React.ReactNode }): React.JSX.Element {
  const id = useId();
  return (
    <section className={classes.grupo} aria-labelledby={id}>
      <h2 id={id} className="t-secao">
        {props.titulo} <FiltroTotal total={props.ativos} />
      </h2>
      <div className={classes.campos}>{props.children}</div>
    </section>
  );
}

function useFiltroForm<F extends object, C extends FieldValues>(filtro: F, desenho: FiltroDesenho<F, C>) {
  const form = useForm({ defaultValues: desenho.toCampos(filtro) as never });
  const campos = useWatch({ control: form.control }) as C;
  // A field shows no error while the user is still typing in it.
  const [digitando, setDigitando] = useState<keyof C | null>(null);
  const erros = desenho.check(campos);
  const set = (nome: keyof C, valor: unknown): void =>
    form.setValue(nome as Path<C> as never, valor as PathValue<C, Path<C>> as never, { shouldDirty: true });
  const ligar: Ligar<C> = {
    campo: (nome) => ({
      valor: campos[nome],
      onChange: (valor) => {
        setDigitando(nome);
        set(nome, valor);
      },
      onBlur: () => setDigitando(null),
      erro: digitando === nome ? undefined : erros[String(nome)],
    }),
    erroDe: (nome, lado, completo) => (digitando === nome && !completo ? undefined : erros[lado]),
    put: (part) => {
      for (const [nome, valor] of Object.entries(part)) set(nome, valor);
    },
  };
  const { isDirty } = form.formState;
  return {
    ligar,
    atual: desenho.toFiltro(campos),
    isDirty,
    isCerto: Object.keys(erros).length === 0,
    limpar: () => form.reset(desenho.toCampos(desenho.livre) as never, { keepDefaultValues: true }),
  };
}
