import { expect, test } from "@playwright/test";
import { signRequest } from "#platform/storage/s3-signature.ts";

// The examples of Amazon's documentation, "Signature Calculations for the Authorization Header".
const CREDENTIALS = {
  region: "us-east-1",
  keyId: "AKIAIOSFODNN7EXAMPLE",
  secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
};
const BUCKET = "https://examplebucket.s3.amazonaws.com";

const EXAMPLES = [
  {
    title: "a part of an object",
    request: { method: "GET", url: new URL(`${BUCKET}/test.txt`), headers: { range: "bytes=0-9" } },
    signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  },
  {
    title: "a new object whose name has a special character",
    request: {
      method: "PUT",
      url: new URL(`${BUCKET}/test$file.text`),
      headers: { date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" },
      bodyHash: "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072",
    },
    signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
  },
  {
    title: "a parameter without a value",
    request: { method: "GET", url: new URL(`${BUCKET}/?lifecycle`) },
    signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
  },
  {
    title: "a list of objects",
    request: { method: "GET", url: new URL(`${BUCKET}/?max-keys=2&prefix=J`) },
    signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
  },
];

for (const { title, request, signature } of EXAMPLES) {
  test(`the request of ${title} gets the signature that Amazon documents`, () => {
    const { authorization } = signRequest({ ...request, now: new Date("2013-05-24T00:00:00Z") }, CREDENTIALS);
    expect(authorization).toContain(`Signature=${signature}`);
    expect(authorization).toContain("Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request");
  });
}
