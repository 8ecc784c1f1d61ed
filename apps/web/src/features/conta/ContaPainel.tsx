import { identificador, MENSAGENS_DAS_PESSOAS, tipoPessoa, uf } from "@malote/contract";
import { UFS } from "@malote/syntax";
import { Button, Switch, TextInput } from "@mantine/core";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { call } from "../../rpc/call.ts";
import { type Conta, refreshConta } from "../../rpc/minha-conta.ts";
import { lastName, recusar } from "../../rpc/recusar.ts";
import { criarConta } from "../../textos/contas.ts";
import { minhaConta } from "../../textos/minha-conta.ts";
import { Alerta } from "../../ui/Alerta.tsx";
import { Formulario } from "../../ui/Formulario.tsx";
import { resolverOf } from "../../ui/regras.ts";
import { SelecaoDoForm } from "../../ui/SelecaoDoForm.tsx";
import { avisar } from "../../ui/toast.tsx";
import classes from "./Painel.module.css";
import { Painel } from "./Painel.tsx";

const textos = minhaConta.conta;
const schema = z.object({ tipoPessoa, identificador, uf, downloadPublico: z.boolean() });
type Campos = z.infer<typeof schema>;
const UF_VAZIA = { value: "", label: criarConta.ufVazia };
const UF_OPCOES = UFS.map(({ sigla, nome }) => ({ value: sigla, label: `${sigla}, ${nome}` }));

/** The settings of the conta; read-only for users who are not managers. */
export function ContaPainel({ conta, gerente }: { conta: Conta; gerente: boolean }): React.JSX.Element {
  const { tipoPessoa, identificador, uf, downloadPublico } = conta;
  const stored: Campos = { tipoPessoa, identificador, uf, downloadPublico };
  const form = useForm<Campos>({ resolver: resolverOf<Campos>(schema), mode: "onTouched", values: stored });
  const { errors, isDirty, isSubmitting } = form.formState;
  const identificadorDica = conta.sandbox
    ? MENSAGENS_DAS_PESSOAS.identificadorDoSandbox
    : textos.identificadorDica;
  const submit = form.handleSubmit(async (campos) => {
    try {
      await call("Conta.saveConta", { conta: { ...campos, identificador: campos.identificador.trim() } });
      await refreshConta();
      avisar(textos.salva);
    } catch (error) {
      recusar(
        error,
        form,
        lastName(["tipoPessoa", "identificador", "uf"] as const),
        MENSAGENS_DAS_PESSOAS.erroConfigurandoConta,
      );
    }
  });
  return (
    <Painel titulo={textos.titulo} {...(gerente ? {} : { texto: textos.soAdministrador })}>
      <Formulario
        className={classes.form}
        alterado={gerente && isDirty}
        onSubmit={(event) => void submit(event)}
      >
        {errors.root && <Alerta>{errors.root.message}</Alerta>}
        <fieldset disabled={!gerente}>
          <TextInput
            {...form.register("identificador")}
            label={textos.identificador}
            description={errors.identificador ? undefined : identificadorDica}
            readOnly={conta.sandbox}
            error={errors.identificador?.message}
            autoCapitalize="none"
            spellCheck={false}
          />
          <div className={classes.dois}>
            <SelecaoDoForm
              control={form.control}
              name="tipoPessoa"
              rotulo={textos.tipoPessoa}
              disabled={!gerente}
              vazio={{ value: "Jurídica", label: "Jurídica" }}
              opcoes={[{ value: "Física", label: "Física" }]}
            />
            <SelecaoDoForm
              control={form.control}
              name="uf"
              rotulo={textos.uf}
              dica={textos.ufDica}
              disabled={!gerente}
              vazio={UF_VAZIA}
              opcoes={UF_OPCOES}
            />
          </div>
          <Switch
            label={textos.publico}
            description={textos.publicoDica}
            checked={form.watch("downloadPublico")}
            onChange={({ currentTarget }) =>
              form.setValue("downloadPublico", currentTarget.checked, { shouldDirty: true })
            }
          />
        </fieldset>
        {gerente && (
          <div className={classes.acoes}>
            <Button type="submit" variant="default" disabled={!isDirty} loading={isSubmitting}>
              {textos.salvar}
            </Button>
          </div>
        )}
      </Formulario>
    </Painel>
  );
}
