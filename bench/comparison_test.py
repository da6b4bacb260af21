"""comparison_test.py CLIENT LIBRARIES: the figures, pictures and reports of bench/compare, and a run of it."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.dom.minidom

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from comparison import drivers, figures, pictures  # noqa: E402

CLIENT, LIBRARIES = sys.argv[1:3] if len(sys.argv) > 2 else ("", "")


class Figures(unittest.TestCase):
    def test_ratio_is_the_median_of_the_ratios_of_pairs(self):
        # The machine is ten times as slow in the second pair: both are, and the ratio stays.
        pairs = [({"rate": 4}, {"rate": 2}), ({"rate": 0.4}, {"rate": 0.2}), ({"rate": 9}, {"rate": 3})]
        found = figures.summary(pairs)
        self.assertEqual(found["ratio"], 2)
        self.assertEqual((found["first"], found["second"]), (4, 2))
        self.assertEqual((found["low"], found["high"]), (2, 2.5))

    def test_what_one_driver_lacks_has_no_ratio(self):
        found = figures.summary([({"rate": 4}, None), ({"rate": 6}, None)])
        self.assertEqual((found["first"], found["second"], found["ratio"]), (5, None, None))

    def test_geometric_mean(self):
        self.assertAlmostEqual(figures.geometric_mean([0.5, 2, 8]), 2)
        self.assertIsNone(figures.geometric_mean([]))


class Drivers(unittest.TestCase):
    def test_names_folders_and_variables(self):
        driver = drivers.Driver.parse("old=/tmp,ASMGL_ENGINE=jit")
        self.assertEqual(driver.name, "old,jit")
        self.assertEqual(dict(driver.environment), {"LD_LIBRARY_PATH": "/tmp", "ASMGL_ENGINE": "jit"})
        self.assertEqual(driver.full_environment(3)["ASMGL_THREADS"], "3")
        for wrong in ("nobody", "asmgl,word"):
            with self.assertRaises(SystemExit):
                drivers.Driver.parse(wrong)


class Pictures(unittest.TestCase):
    def test_differences_beyond_rounding_are_counted(self):
        with tempfile.TemporaryDirectory() as scratch:
            first, second = pathlib.Path(scratch, "a.ppm"), pathlib.Path(scratch, "b.ppm")
            first.write_bytes(b"P6\n2 1\n255\n" + bytes([10, 20, 10, 0, 0, 0]))
            second.write_bytes(b"P6\n2 1\n255\n" + bytes([12, 29, 10, 0, 0, 0]))
            found = pictures.difference(first, second)
            self.assertEqual(found["largest"], 9)
            self.assertAlmostEqual(found["share"], 1 / 6)
            self.assertEqual(pictures.difference(first, first)["largest"], 0)


@unittest.skipUnless(CLIENT, "no client was named")
class Compare(unittest.TestCase):
    def run_compare(self, *arguments):
        with tempfile.TemporaryDirectory() as scratch:
            base = pathlib.Path(scratch, "result")
            done = subprocess.run([HERE / "compare", "--client", CLIENT, "--seconds", "0.02", "--size", "64x48", "--output", base,
                                   *arguments, f"one={LIBRARIES}", f"two={LIBRARIES}"],
                                  capture_output=True, text=True, timeout=200, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            xml.dom.minidom.parse(str(base.with_suffix(".svg")))
            return json.loads(base.with_suffix(".json").read_text(encoding="utf-8")), done.stdout

    def test_a_driver_draws_the_same_as_itself(self):
        result, text = self.run_compare("--pairs", "2", "--cases", "fill/(flat|blend)")
        self.assertEqual([entry["case"] for entry in result["cases"]], ["fill/flat", "fill/blend"])
        for entry in result["cases"]:
            self.assertGreater(entry["wall"]["ratio"], 0)
            self.assertEqual(entry["picture"]["largest"], 0)
        self.assertIn("fill/blend", text)

    def test_scaling(self):
        result, _ = self.run_compare("--pairs", "1", "--scaling", "--cases", "draw/multi")
        rows = [row for axis in result["axes"] for row in axis["rows"]]
        self.assertEqual([row["driver"] for row in rows], ["one", "two"])
        self.assertTrue(all(rate > 0 for row in rows for rate in row["rates"]))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
