import { REPOSITORIO_PAPEIS } from "@malote/contract";
import { diaInZona, formatTipoNota, TIPOS_NOTA } from "@malote/syntax";
import { Button, NativeSelect, Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { empresasQuery } from "../../rpc/empresas.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import { startDownload } from "../../rpc/pedidos.ts";
import { watchPedido } from "../../rpc/pedidos-vistos.ts";
import { repositorio as textos } from "../../textos/repositorio.ts";
import { avisar, avisarFalha } from "../../ui/toast.tsx";
import { type Campos, checkCampos, defaultCampos, toPedido } from "./pedido.ts";
import classes from "./RepositorioForm.module.css";

const { campos: t } = textos;

/** What a ZIP is to hold. */
export function RepositorioForm({ zona }: { zona: string }): React.JSX.Element {
  const { campos, put, erros, pedindo, submit } = useFormulario(zona);
  const { data: empresas = [] } = useQuery(empresasQuery);
  return (
    <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={classes.intro}>{textos.intro}</p>
      <NativeSelect
        label={t.papel}
        value={campos.entradaSaida}
        data={REPOSITORIO_PAPEIS.map((value) => ({ value, label: t.papeis[value] }))}
        onChange={({ currentTarget }) => put({ entradaSaida: currentTarget.value as Campos["entradaSaida"] })}
      />
      <NativeSelect
        label={t.tipo}
        value={campos.tipoDFe}
        data={[
          { value: "", label: t.todos },
          ...TIPOS_NOTA.map((value) => ({ value, label: formatTipoNota(value) })),
        ]}
        onChange={({ currentTarget }) => put({ tipoDFe: currentTarget.value })}
      />
      <NativeSelect
        label={t.empresa}
        value={campos.cnpjEmpresa}
        data={[
          { value: "", label: t.todas },
          ...empresas.map(({ cnpj, nome }) => ({ value: cnpj, label: nome })),
        ]}
        onChange={({ currentTarget }) => put({ cnpjEmpresa: currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t.de}
        value={campos.de}
        error={erros.de}
        onChange={({ currentTarget }) => put({ de: currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t.ate}
        value={campos.ate}
        error={erros.ate}
        onChange={({ currentTarget }) => put({ ate: currentTarget.value })}
      />
      <TextInput
        label={t.cnpj}
        placeholder={t.cnpjDica}
        value={campos.cnpj}
        maxLength={20}
        autoComplete="off"
        onChange={({ currentTarget }) => put({ cnpj: currentTarget.value.toUpperCase() })}
      />
      <div className={classes.pe}>
        <Switch
          label={t.comEventos}
          checked={campos.comEventos}
          onChange={({ currentTarget }) => put({ comEventos: currentTarget.checked })}
        />
        <Switch
          label={t.comPdf}
          checked={campos.comPdf}
          onChange={({ currentTarget }) => put({ comPdf: currentTarget.checked })}
        />
        <Button type="submit" loading={pedindo}>
          {textos.pedir}
        </Button>
      </div>
    </form>
  );
}

function useFormulario(zona: string) {
  const [campos, setCampos] = useState(() => defaultCampos(diaInZona(new Date(), zona)));
  const [tentou, setTentou] = useState(false);
  const [pedindo, setPedindo] = useState(false);
  const erros = tentou ? checkCampos(campos) : {};
  const submit = async (event: React.FormEvent): Promise<void> => {
    event.preventDefault();
    setTentou(true);
    if (Object.keys(checkCampos(campos)).length > 0) return;
    setPedindo(true);
    try {
      watchPedido({ tipo: "repositorio", id: (await startDownload(toPedido(campos))).id });
      avisar(textos.comecou);
    } catch (error) {
      avisarFalha(explainFalha(error));
    }
    setPedindo(false);
  };
  const put = (changed: Partial<Campos>): void => setCampos({ ...campos, ...changed });
  return { campos, put, erros, pedindo, submit };
}
