import { describe, expect, it } from "vitest";
import { findPersonalData } from "@/lib/engine/policy/personal-data/find-personal-data";
import { listPersonalData, redactPersonalData } from "@/lib/engine/policy/personal-data/redact-personal-data";

/** Made-up numbers with right check digits; places, banks and ranges that are given to nobody where there are any. */
const FOUND: [kind: string, text: string, value: string][] = [
  ["cn_identity", "我的身份证号是990101199003071237，请记住", "990101199003071237"],
  ["email", "write to jane.roe+notes@mail.example.org, please", "jane.roe+notes@mail.example.org"],
  ["email", "我的邮箱是zhang.san@example.cn，工作日回复", "zhang.san@example.cn"],
  ["phone", "我的手机号是13900001234", "13900001234"],
  ["phone", "call me at 139-0000-1234 after six", "139-0000-1234"],
  ["phone", "座机：010-62001234", "010-62001234"],
  ["phone", "ring (415) 555-0177 tomorrow", "(415) 555-0177"],
  ["phone", "from abroad +49 30 5550177", "+49 30 5550177"],
  ["bank_card", "card no. 4111 1111 1111 1111", "4111 1111 1111 1111"],
  ["bank_card", "工资打到6222020000000000000这张卡", "6222020000000000000"],
  ["iban", "pay to GB82 WEST 1234 5698 7654 32 today", "GB82 WEST 1234 5698 7654 32"],
  ["ip_address", "she logs in from 203.0.113.77", "203.0.113.77"],
  ["ip_address", "her host is 2001:db8::77", "2001:db8::77"],
  ["mac_address", "device 3C:22:FB:00:11:2A", "3C:22:FB:00:11:2A"],
  ["us_ssn", "his SSN is 219-09-1234", "219-09-1234"],
  ["us_itin", "ITIN 912-70-1234", "912-70-1234"],
  ["passport", "passport number X12345678", "X12345678"],
  ["passport", "护照号 E12345678", "E12345678"],
  ["driver_license", "driver license: H1234567", "H1234567"],
  ["bank_account", "bank account number 123456789012", "123456789012"],
  ["uk_nhs", "NHS number 943 476 5919", "943 476 5919"],
  ["uk_nino", "nino AB 12 34 56 C", "AB 12 34 56 C"],
  ["au_tfn", "TFN 123 456 782", "123 456 782"],
  ["au_abn", "ABN 51 824 753 556", "51 824 753 556"],
  ["au_acn", "ACN 004 085 616", "004 085 616"],
  ["au_medicare", "medicare 2123 45670 1", "2123 45670 1"],
  ["es_nif", "NIF 12345678Z", "12345678Z"],
  ["es_nie", "NIE X1234567L", "X1234567L"],
  ["it_fiscal_code", "codice fiscale RSSMRA85T10A562S", "RSSMRA85T10A562S"],
  ["fi_identity", "henkilötunnus 131052-308T", "131052-308T"],
  ["pl_pesel", "PESEL 44051401359", "44051401359"],
  ["sg_nric", "NRIC S1234567D", "S1234567D"],
  ["in_pan", "PAN ABCPE1234F", "ABCPE1234F"],
  ["in_aadhaar", "Aadhaar 2345 6789 0124", "2345 6789 0124"],
  ["kr_rrn", "주민등록번호 900101-1234567", "900101-1234567"],
  ["br_cpf", "CPF 529.982.247-25", "529.982.247-25"],
  ["crypto_address", "wallet 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"],
];

/** The same number in the other ways people and machines write it. */
const DISGUISED: [kind: string, text: string][] = [
  ["phone", "手机 １３９００００１２３４"],
  ["phone", "手机号一三九零零零零一二三四"],
  ["phone", "139\u200b0000\u200b1234"],
  ["phone", "+86 139 0000 1234"],
  ["cn_identity", "身份证 990101 19900307 1237"],
  ["cn_identity", "身份证：９９０１０１１９９００３０７１２３7"],
  ["bank_card", "卡号 6222-0200-0000-0000-000"],
  ["email", "jane\u2060.roe@mail.example.org"],
];

const ORDINARY = [
  "订单号：202611290001234567",
  "流水号 990101199003071237",
  "订单号 13900001234",
  "commit 3f1c0a9d8e7b6c5d4e3f2a1b0c9d8e7f6a5b4c3d",
  "released version 2.4.1.7 on 2026-11-29",
  "2026-11-29T14:00:00+08:00 to 2026-11-30",
  "ISBN 978-3-16-148410-0",
  "doi 10.5281/zenodo.1234567, arXiv:2605.14421v2",
  "at 12:34:56, ratio 16:9, std::vector and a ::before rule",
  "1,500 words in 7 fields, articles A5 and A6, 1990-1999",
  "CVE-2025-29927, port 8080, room 1101, 13812 和 45678",
  "Part 4111 1111 1111 1112.",
  "Installed lodash@4.17.21 and git@github.com:acme/app",
  "mem_01k4abcdefghjkmnpqrstvwxyz and evt_01k4abcdefghjkmnpqrstvwxyz",
  "身份证号校验规则：前17位加权求和模11，手机号字段最长 11 位",
  "order 876543210 for 44051401359 units",
];

describe("finds", () => {
  it.each(FOUND)("%s in %s", (kind, text, value) => {
    const spans = findPersonalData(text);
    expect(spans.map((span) => [span.kind, text.slice(span.start, span.end)])).toEqual([[kind, value]]);
  });
  it.each(DISGUISED)("%s as written in %s", (kind, text) => {
    expect(findPersonalData(text).map((span) => span.kind)).toEqual([kind]);
  });
});

describe("leaves alone", () => {
  it.each(ORDINARY)("%s", (text) => {
    expect(findPersonalData(text)).toEqual([]);
  });
});

describe("in JSON", () => {
  it("strings, keys, numbers, and values that their field names", () => {
    const value = {
      note: "call 13900001234",
      13900001234: 1,
      mobile: 13900001234,
      tfn: "123456782",
      order: "123456782",
    };
    const redacted = redactPersonalData(value);
    expect(JSON.stringify(redacted.value)).not.toMatch(/13900001234/);
    expect(redacted.value).toMatchObject({ tfn: "[personal data: au_tfn]", order: "123456782" });
    expect(redacted.complete).toBe(true);
    expect([...redacted.kinds].sort()).toEqual(["au_tfn", "phone"]);
    expect(listPersonalData(redacted.value)).toEqual([]);
  });
  it("keeps what the policy allows", () => {
    const text = "jane@example.org, 13900001234";
    expect(redactPersonalData(text, (kind) => kind === "email").value).toBe(
      "jane@example.org, [personal data: phone]",
    );
  });
});
