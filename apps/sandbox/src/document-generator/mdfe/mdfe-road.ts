import type { Transportadora } from "../companies/carriers.ts";
import type { Empresa } from "../companies/companies.ts";
import { writeDocumento } from "../xml/endereco.ts";
import { element, leaf } from "../xml/write-xml.ts";

const TRUCK = "01";
const CLOSED_BODY = "02";

/** Writes the road group of an MDF-e: permit, contractor, vehicle and driver.
 * @source MOC MDF-e 3.00, Anexo I, modal rodoviário */
export function writeRodo(transportadora: Transportadora, contratante: Empresa): string {
  const { veiculo, condutor, endereco } = transportadora;
  return element(
    "rodo",
    element(
      "infANTT",
      leaf("RNTRC", transportadora.rntrc),
      element("infContratante", leaf("xNome", contratante.nome), writeDocumento(contratante.cnpj)),
    ),
    element(
      "veicTracao",
      leaf("placa", veiculo.placa),
      leaf("RENAVAM", veiculo.renavam),
      leaf("tara", veiculo.taraKg),
      leaf("capKG", veiculo.capacidadeKg),
      element("condutor", leaf("xNome", condutor.nome), leaf("CPF", condutor.cpf)),
      leaf("tpRod", TRUCK),
      leaf("tpCar", CLOSED_BODY),
      leaf("UF", endereco.uf),
    ),
  );
}
