// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/models/plans.h"
#include "ui/models/devicemodel.h"
#include "ui/words/memoryparts.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace stagecraft;

class TestDeviceModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void keepsTheRulesOfModels();
    void showsEveryPart();
    void equalDevicesAreOneRow();
    void namesThreePeaks();
    void namesTheMomentOfThePeak();
};

void TestDeviceModel::keepsTheRulesOfModels()
{
    DeviceModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setDevices(test::plansFrom(test::fourPlans)->candidates[1].estimate.devices, {});
    QCOMPARE(model.rowCount(), 2); // two stages, whose replicas are equal
    model.setDevices({}, {});
    QCOMPARE(model.rowCount(), 0);
}

// Each part of a device has a column, and the parts add up to its peak.
void TestDeviceModel::showsEveryPart()
{
    DeviceEstimate device;
    device.breakdown = {Bytes(1 << 20), Bytes(2 << 20), Bytes(3 << 20), Bytes(4 << 20),
                        Bytes(5 << 20), Bytes(6 << 20), Bytes(7 << 20), Bytes(8 << 20)};
    device.peak = device.breakdown.total();
    device.capacity = gibibytes(1);
    device.device_type = "cpu";
    DeviceModel model;
    model.setDevices({device}, {});
    Bytes sum;
    for (int i = 0; i < 8; ++i) {
        QCOMPARE(model.index(0, DeviceModel::FirstPart + i).data().toString(), QStringLiteral("%1.00 MiB").arg(i + 1));
        QCOMPARE(model.headerData(DeviceModel::FirstPart + i, Qt::Horizontal).toString(),
                 partName(memoryParts[static_cast<std::size_t>(i)]));
        sum += partBytes(device.breakdown, memoryParts[static_cast<std::size_t>(i)]);
    }
    QVERIFY(sum == device.peak);
    QCOMPARE(model.index(0, DeviceModel::Allocated).data().toString(), QStringLiteral("36.0 MiB"));
    QCOMPARE(model.index(0, DeviceModel::Capacity).data(Qt::ToolTipRole).toString(),
             QStringLiteral("1.00 GiB (1,073,741,824 bytes)"));
}

void TestDeviceModel::equalDevicesAreOneRow()
{
    std::vector<DeviceEstimate> devices =
        test::plansFrom("stagecraft - 2 4 3 8 2")->candidates[0].estimate.devices.all();
    DeviceModel model;
    const auto names = [&] {
        model.setDevices(devices, {});
        QStringList all;
        for (int row = 0; row < model.rowCount(); ++row) {
            all << model.index(row, DeviceModel::Device).data().toString();
        }
        return all.join(QStringLiteral(", "));
    };
    QCOMPARE(names(), QStringLiteral("0–3 (4 × cpu), 4–7 (4 × cpu)"));
    devices[5].peak += Bytes(1); // one more byte makes the device different
    QCOMPARE(names(), QStringLiteral("0–3 (4 × cpu), 4 (cpu), 5 (cpu), 6–7 (2 × cpu)"));
    QCOMPARE(model.index(3, DeviceModel::Stage).data().toString(), QStringLiteral("1"));
    QVERIFY(equalDevices(devices) == (std::vector<DeviceGroup> {{0, 4}, {4, 1}, {5, 1}, {6, 2}}));
}

void TestDeviceModel::namesThreePeaks()
{
    DeviceEstimate device;
    device.peak = Bytes(3 << 20);
    device.reserved = Bytes(4 << 20);
    device.device = Bytes(5 << 20);
    device.device_high = Bytes(6 << 20);
    DeviceModel model;
    model.setDevices({device}, {});
    QStringList all;
    for (const int column :
         {DeviceModel::Allocated, DeviceModel::Reserved, DeviceModel::OnDevice, DeviceModel::AtMost}) {
        all << model.headerData(column, Qt::Horizontal).toString() + u' ' + model.index(0, column).data().toString();
    }
    QCOMPARE(all.join(QStringLiteral(", ")),
             QStringLiteral("Allocated 3.00 MiB, Reserved 4.00 MiB, Device memory 5.00 MiB, Upper bound 6.00 MiB"));
}

void TestDeviceModel::namesTheMomentOfThePeak()
{
    DeviceModel model;
    model.setDevices(
        test::plansFrom("stagecraft - 2 1 3 8 2").get()->candidates[0].estimate.devices,
        {QStringLiteral("embedding"), QStringLiteral("block 0"), QStringLiteral("block 1"), QStringLiteral("block 2")});
    QCOMPARE(model.index(1, DeviceModel::Moment).data().toString(),
             QStringLiteral("in the backward pass of block 2 (micro-batch 3)"));
}

QTEST_GUILESS_MAIN(TestDeviceModel)
#include "tst_devicemodel.moc"
